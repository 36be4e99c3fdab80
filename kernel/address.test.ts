import { expect, test } from 'vitest'
import { oneLineAddress } from './address.ts'

test.each([
  ['Ερμού 12', '10563', 'Αθήνα', 'Ερμού 12, 10563 Αθήνα'],
  [' Ερμού 12 ', '', ' Αθήνα ', 'Ερμού 12, Αθήνα'],
  ['', '10563', 'Αθήνα', '10563 Αθήνα'],
  ['', '', '', ''],
  // the address has them already
  ['Τσιμισκή 20, 54622 Θεσσαλονίκη', '54622', 'ΘΕΣΣΑΛΟΝΙΚΗ', 'Τσιμισκή 20, 54622 Θεσσαλονίκη'],
  ['Τσιμισκή 20 Θεσσαλονίκη', '54622', 'Θεσσαλονίκη', 'Τσιμισκή 20 Θεσσαλονίκη, 54622'],
  ['Αγίου Νικολάου 3, Νέα Σμύρνη', '', 'Νέα Σμύρνη', 'Αγίου Νικολάου 3, Νέα Σμύρνη'],
  // a street whose name only looks like the city
  ['Βόλος 3', '', 'Βόλος', 'Βόλος 3, Βόλος'],
  ['Οδός Αθηνών 5', '', 'Αθήνα', 'Οδός Αθηνών 5, Αθήνα'],
])('the address %j with %j and %j is shown as %j', (address, postcode, city, line) => {
  expect(oneLineAddress({ address, postcode, city })).toBe(line)
})
