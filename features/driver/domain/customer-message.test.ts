import { expect, test } from 'vitest'
import { languageFor, messageLink, wayTo, windowAround } from './customer-message.ts'

// biome-ignore format: a table is read in columns
test.each<[phones: string[], address: string, language: string]>([
  [['+30 694 123 4567'], 'Main Street 1', 'el'],
  [['210 1234567'],      'Main Street 1', 'el'],
  [['+44 20 7946 0000'], 'Ερμού 1',       'en'],
  [['0049 30 123456'],   'Ερμού 1',       'en'],
  [['12345'],            'Ερμού 1',       'el'],
  [[''],                 'Main Street 1', 'en'],
])('%j at %s: in %s', (phones, address, language) => {
  expect(languageFor({ phones, address })).toBe(language)
})

// biome-ignore format: a table is read in columns
test.each<[phones: string[], email: string, way: object | null]>([
  [['210 1234567', '694 123 4567'], 'a@b.gr', { by: 'sms', to: '6941234567' }],
  [['+44 20 7946 0000'],            'a@b.gr', { by: 'sms', to: '+442079460000' }],
  [['210 1234567'],                 'a@b.gr', { by: 'mail', to: 'a@b.gr' }],
  [[],                              'a@b.gr; c@d.gr', { by: 'mail', to: 'a@b.gr,c@d.gr' }],
  [['210 1234567', ''],             '',       { by: 'sms', to: '2101234567' }],
  [[''],                            ' ',      null],
])('%j and "%s": %j', (phones, email, way) => {
  expect(wayTo({ phones, email, address: '' })).toEqual(way)
})

test('the message names 45 minutes from the quarter of an hour before the arrival', () => {
  expect(windowAround('2026-11-20T08:14:59.000Z')).toEqual({
    from: '2026-11-20T08:00:00.000Z',
    to: '2026-11-20T08:45:00.000Z',
  })
})

test('the link carries the text, and a mail its subject', () => {
  expect(messageLink({ by: 'sms', to: '+30694' }, 'Θέμα', 'Α & Β')).toBe(
    `sms:+30694?body=${encodeURIComponent('Α & Β')}`,
  )
  const mail = new URL(messageLink({ by: 'mail', to: 'a+b@c.gr' }, 'Θέμα', 'Α & Β'))
  expect([mail.protocol, decodeURIComponent(mail.pathname)]).toEqual(['mailto:', 'a+b@c.gr'])
  expect(messageLink({ by: 'mail', to: 'a@b.gr,c@d.gr' }, 'x', 'y')).toBe('mailto:a@b.gr,c@d.gr?subject=x&body=y')
  expect([...mail.searchParams]).toEqual([
    ['subject', 'Θέμα'],
    ['body', 'Α & Β'],
  ])
})
