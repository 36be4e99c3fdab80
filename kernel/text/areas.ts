/**
 * The areas of texts. A feature has one, named like its folder. Codes of refusals and words of the history begin with the name of the
 * area: programs and stored histories know them, so an area keeps its name when its folder gets a better one.
 */
const AREAS: Readonly<Record<string, string>> = { 'delivery-notes': 'movement' }

/** Returns the area of the texts of a feature, by its folder. */
export const areaOf = (folder: string): string => AREAS[folder] ?? folder

/** Returns the folder of the feature with the texts of an area. */
export const folderOfArea = (area: string): string =>
  Object.keys(AREAS).find((folder) => AREAS[folder] === area) ?? area
