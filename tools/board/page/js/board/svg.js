const NAMESPACE = "http://www.w3.org/2000/svg";

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

/** Whether things may move: neither the system nor the page's settings ask for calm. */
export function motionAllowed() {
    return document.documentElement.dataset.animation !== "off"
        && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
