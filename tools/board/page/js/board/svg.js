const NAMESPACE = "http://www.w3.org/2000/svg";

/** Paths of a tick, a cross and a ring with a stroke through it round the origin, about 20 units wide. */
export const TICK = "M-11 1L-3 9L11 -9";
export const CROSS = "M-9 -9L9 9M9 -9L-9 9";

/**
 * Makes an SVG element.
 * @param {string} name tag name
 * @param {Object<string, string|number>} attributes
 * @param {Element|null} parent where it is appended, if given
 * @returns {SVGElement}
 */
export function make(name, attributes = {}, parent = null) {
    const element = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) {
        element.setAttribute(key, value);
    }
    parent?.append(element);
    return element;
}

/** Makes a group with a class, appended to `parent`. */
export function group(parent, className) {
    return make("g", { class: className }, parent);
}

/** Whether things may move: the page is seen, and neither the system nor the page's settings ask for calm. */
export function motionAllowed() {
    return !document.hidden
        && document.documentElement.dataset.animation !== "off"
        && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
