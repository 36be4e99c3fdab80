/** The files of texts that belong to no single area. scripts/texts-of-pages.ts decides what they contain. */

/** The area that every page shows. Its file also has what is shown of the other areas everywhere, such as their menu entries. */
export const FRAME = 'frame'

/** The file with the words of the history, the bell, the rights and the settings, of all areas. What shows them names it with `needTexts`. */
export const WORDS = 'words'
