import { expect, test } from 'vitest'
import { isFound } from './find-stops.ts'

const stop = {
  id: 1204,
  name: 'Ταβέρνα Ο Πλάτανος',
  label: 'Πλάτανος ΑΕ',
  phone: '2101234567',
  address: 'Ερμού 12',
  postcode: '10563',
  city: 'Αθήνα',
}

test.each([
  ['πλατανοσ', true],
  ['ΠΛΆΤΑΝΟΣ', true],
  ['ερμου αθηνα', true],
  ['12', true],
  ['120', true],
  ['563', false],
  ['10563', true],
  ['21012', true],
  ['', true],
  ['  ', true],
  ['ερμου πειραιας', false],
  ['204', false],
])('the search "%s" finds the stop: %s', (search, found) => {
  expect(isFound(stop, search)).toBe(found)
})
