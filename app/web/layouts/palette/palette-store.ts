import { createSpotlight } from '@mantine/spotlight'

/** The state of the search that Ctrl+K opens, and the functions that open and close it. */
export const [paletteStore, palette] = createSpotlight()
