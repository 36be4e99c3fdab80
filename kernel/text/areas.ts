/**
 * The areas of texts. A feature has one, named like its folder. Codes of refusals and words of the history begin with the name of the
 * area: programs and stored histories know them, so an area keeps its name when its folder gets a better one. Features that were one
 * share its area: each has a table of its own, and the area consists of all of them.
 */
const AREAS: Readonly<Record<string, string>> = {
  'delivery-notes': 'movement',
  'supplier-files': 'purchases',
  'supplier-catalogue': 'purchases',
  buying: 'purchases',
  'supplier-invoices': 'purchases',
}

/** Returns the area of the texts of a feature, by its folder. */
export const areaOf = (folder: string): string => AREAS[folder] ?? folder

/** Returns the folders of the features with the texts of an area. */
export function foldersOfArea(area: string): readonly string[] {
  const folders = Object.keys(AREAS).filter((folder) => AREAS[folder] === area)
  return folders.length > 0 ? folders : [area]
}
