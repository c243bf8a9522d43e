/* The generated data, which a script or a module has loaded. */

import "../data.js";

export const DATA = globalThis.exactBaccarat;
