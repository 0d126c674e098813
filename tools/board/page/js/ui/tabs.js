/** Tabs: one of several panels is shown. */

import { roving, tabStop } from "./dom.js";

/** Lets the tabs of a list show their panels; the first one is shown. */
export function createTabs(list) {
    const tabs = [...list.querySelectorAll("[role=tab]")];
    const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
    const choose = (chosen) => {
        for (const tab of tabs) {
            tab.setAttribute("aria-selected", String(tab === chosen));
            panelOf(tab).hidden = tab !== chosen;
        }
        tabStop(tabs, chosen);
    };
    list.addEventListener("click", (event) => tabs.includes(event.target) && choose(event.target));
    roving(list, () => tabs);
    choose(tabs[0]);
}
