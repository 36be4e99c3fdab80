import { expect, test } from 'vitest'
import { RESERVED_NAMES } from '#features/sections/domain/setup.ts'
import { productionRoutes } from './routes.tsx'

test('no section can have the address of a page below /tasks', () => {
  const names = (productionRoutes.pages ?? []).flatMap(({ path }) => /^\/tasks\/([^$/]+)$/.exec(path)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !RESERVED_NAMES.includes(name))).toEqual([])
})
