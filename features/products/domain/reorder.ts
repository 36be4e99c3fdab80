/** The list of products that are running out. */

/** The page that lists what is running out, with what is on its way. */
export const RUNNING_OUT_PAGE = '/products?f.marks=low'
