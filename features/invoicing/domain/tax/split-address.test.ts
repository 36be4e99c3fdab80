import { expect, test } from 'vitest'
import { splitAddress, splitStreet } from './split-address.ts'

test.each([
  ['Αιόλου 86', 'Αιόλου', '86'],
  ['Λεωφ. Κηφισίας 12-14', 'Λεωφ. Κηφισίας', '12-14'],
  ['25ης Μαρτίου 7Α', '25ης Μαρτίου', '7Α'],
  ['Hauptstraße 12 a', 'Hauptstraße', '12 a'],
  ['Πλατεία Συντάγματος', 'Πλατεία Συντάγματος', ''],
  ['12 Rue de Rivoli', '12 Rue de Rivoli', ''],
  ['', '', ''],
])('%j has the street %j and the number %j', (text, street, streetNumber) => {
  expect(splitStreet(text)).toEqual({ street, streetNumber })
})

test('an address in one line is divided into street, number, postcode and town', () => {
  expect(splitAddress('Ορφέως 114, 11855 Αθήνα')).toEqual({
    street: 'Ορφέως',
    streetNumber: '114',
    postcode: '11855',
    city: 'Αθήνα',
  })
  expect(splitAddress('Αιόλου 86, 105 59 Αθήνα, Αττική')).toEqual({
    street: 'Αιόλου',
    streetNumber: '86',
    postcode: '105 59',
    city: 'Αθήνα, Αττική',
  })
  expect(splitAddress('Αιόλου 86')).toEqual({ street: 'Αιόλου', streetNumber: '86', postcode: '', city: '' })
  // a postcode is only known behind the street
  expect(splitAddress('105 59 Αθήνα')).toEqual({ street: '105 59 Αθήνα', streetNumber: '', postcode: '', city: '' })
  expect(splitAddress('105 59 Αθήνα, Αιόλου 86')).toMatchObject({ postcode: '', city: '' })
})
