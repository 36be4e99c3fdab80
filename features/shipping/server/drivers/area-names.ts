/** Carries the new name of a driver to the areas, which name drivers by text. */
import { isSame } from '#kernel/changes.ts'
import { fold } from '#kernel/fold.ts'
import { saveSetting } from '#server/company.ts'
import type { Work } from '#server/command.ts'
import { readSettings, readStored } from '#server/settings.ts'
import { AREA_FORM } from '../../domain/drivers/area-drivers.ts'

export async function renameInAreas(
  { tx, record }: Work,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  const { areas } = await readSettings(tx, AREA_FORM)
  const renamed = areas.map((row) => (fold(row.driver) === fold(before) ? { ...row, driver: after } : row))
  if (isSame(areas, renamed)) return
  await saveSetting(tx, AREA_FORM.name, { ...Object(await readStored(tx, AREA_FORM.name)), areas: renamed })
  record({ entity: 'settings', id: AREA_FORM.id, changes: { [`${AREA_FORM.name}.areas`]: [areas, renamed] } })
}
