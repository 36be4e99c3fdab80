/** Returns the links of the menu of apps. */
import { query } from '#server/command.ts'
import { readSettings } from '#server/settings.ts'
import { APPS_SETTINGS, linkTarget, listAppLinks } from '../domain/apps.ts'

export const listAppLinksQuery = query(listAppLinks, async ({ rows }) => {
  const { links } = await readSettings(rows, { name: 'apps', settings: APPS_SETTINGS })
  return { links: links.map(({ name, address }) => ({ name, target: linkTarget(address) })) }
})
