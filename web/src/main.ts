import "./look/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { look } from "./look/settings.svelte";
import { tongue } from "./words/index.svelte";

look.start();
await tongue.start();
const target = document.getElementById("page");
if (target) mount(App, { target });
