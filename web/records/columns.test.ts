import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { field } from '#kernel/records/fields.ts'
import { columnOf } from './columns.ts'

const t = ((key: string) => `<${key}>`) as unknown as TFunction

test('a flag says its own words, and without them the title of its column, also of one that another area names', () => {
  const said = (words: string | undefined) =>
    columnOf<{ active: boolean }>(
      t,
      'active',
      field.flag(words === undefined ? {} : { words }),
      'parties:field.active',
    ).value?.({ active: true })
  expect([said('word.in-use'), said(undefined)]).toEqual(['<word.in-use>', '<parties:field.active>'])
})
