import "./look/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { appearance } from "./look/settings.svelte";
import { dropStrayTaps } from "./look/taps";
import { route } from "./route.svelte";
import { i18n } from "./texts/index.svelte";

appearance.start();
// A judge in a hall taps through screens as fast as the eye goes.
dropStrayTaps(window, () => !["hall", "c", "screen"].includes(route.parts[0] ?? ""));
await i18n.start();
const target = document.getElementById("page");
if (target) mount(App, { target });
