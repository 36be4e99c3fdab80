import { expect, test } from 'vitest'
import { areaOf, folderOfArea } from './areas.ts'

test('an area has the name of its folder, or keeps the one that programs know', () => {
  expect([areaOf('orders'), folderOfArea('orders')]).toEqual(['orders', 'orders'])
  expect([areaOf('delivery-notes'), folderOfArea('movement')]).toEqual(['movement', 'delivery-notes'])
})
