/** Short ways to build elements. */

import { make } from "../board/svg.js";

/**
 * Makes an HTML element.
 * @param {object} [properties] properties of the element; `data` and `aria` are objects of attributes without prefix
 * @param {...(Node|string)} children
 */
export function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    const { data = {}, aria = {}, ...others } = properties;
    Object.assign(made, others);
    Object.assign(made.dataset, data);
    for (const [name, value] of Object.entries(aria)) {
        made.setAttribute(name === "role" ? "role" : `aria-${name}`, value);
    }
    made.append(...children);
    return made;
}

/** Makes an SVG element with these attributes. */
export function drawn(tag, attributes = {}, ...children) {
    const made = make(tag, attributes);
    made.append(...children);
    return made;
}

/** Sets the text of an element only if it differs, so that nothing is laid out anew without need. */
export function setText(target, text) {
    if (target.textContent !== text) {
        target.textContent = text;
    }
}

/** Scrolls `host`, and nothing around it, until `inner` can be seen. */
export function reveal(host, inner) {
    const outer = host.getBoundingClientRect();
    const box = inner.getBoundingClientRect();
    if (box.top < outer.top) {
        host.scrollTop -= outer.top - box.top + box.height;
    } else if (box.bottom > outer.bottom) {
        host.scrollTop += box.bottom - outer.bottom + box.height;
    }
}

/**
 * One tab stop for many buttons: arrow keys, Home and End move the focus among `items()`.
 * @param {HTMLElement} host holds the buttons
 * @param {() => HTMLElement[]} items the buttons in order
 * @param {number} perRow how far the up and down arrows go
 */
export function roving(host, items, perRow = 1) {
    host.addEventListener("keydown", (event) => {
        const all = items();
        const at = all.indexOf(document.activeElement);
        const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow };
        const steered = event.key in steps || event.key === "Home" || event.key === "End";
        if (at < 0 || !steered || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        const goal = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + steps[event.key];
        if (goal >= 0 && goal < all.length) {
            tabStop(all, all[goal]);
            all[goal].focus();
        }
        event.preventDefault();
        event.stopPropagation();
    });
}

/** Makes one of the buttons the one that Tab reaches. */
export function tabStop(all, chosen) {
    for (const button of all) {
        const wanted = button === chosen ? 0 : -1;
        if (button.tabIndex !== wanted) {
            button.tabIndex = wanted;
        }
    }
}
