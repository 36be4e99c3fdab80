/** The links to other services in the menu of the top bar (C-61). */
import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import type { Setting } from '#kernel/settings/form.ts'
import { settingsRights } from './rights.ts'

/** The form in which an administrator edits the links. */
export const APPS_SETTINGS = [
  {
    kind: 'rows',
    name: 'links',
    usual: [],
    mostEntries: 20,
    unique: 'address',
    columns: [
      { kind: 'text', name: 'name', longest: 60, required: true },
      { kind: 'text', name: 'address', longest: 500, required: true, check: 'web' },
    ],
  },
] as const satisfies readonly Setting[]

/** Returns the address that a browser opens. An address without a protocol is opened by https. */
export const linkTarget = (address: string): string => (/^https?:\/\//i.test(address) ? address : `https://${address}`)

/** Returns the links for every signed-in person, in the order of the form. */
export const listAppLinks = defineQuery('settings.app-links', {
  right: settingsRights.read,
  input: z.strictObject({}),
  output: z.object({ links: z.array(z.object({ name: z.string(), target: z.string() })) }),
})
