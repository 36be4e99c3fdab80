import { expect, test } from 'vitest'
import { areaOf, foldersOfArea } from './areas.ts'

test('an area has the name of its folder, or keeps the one that programs know', () => {
  expect([areaOf('orders'), foldersOfArea('orders')]).toEqual(['orders', ['orders']])
  expect([areaOf('delivery-notes'), foldersOfArea('movement')]).toEqual(['movement', ['delivery-notes']])
})

test('features that were one share its area', () => {
  const folders = foldersOfArea('purchases')
  expect(folders).toContain('buying')
  expect(new Set(folders.map(areaOf))).toEqual(new Set(['purchases']))
})
