import "./look/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { appearance } from "./look/settings.svelte";
import { i18n } from "./texts/index.svelte";

appearance.start();
await i18n.start();
const target = document.getElementById("page");
if (target) mount(App, { target });
