/**
 * The addresses of pages that the specifications name and that do not exist yet. They say so instead of "this page does
 * not exist". They are for signed-in people, in the layout with menu and bar.
 * A feature that registers one of these pages removes its address here.
 */
export const PAGES_TO_COME: readonly string[] = []
