import { expect, test } from 'vitest'
import { partsOf } from './links.ts'

test('web addresses become links, and the text around them stays', () => {
  expect(partsOf('Δείτε (https://elta.gr/track?id=1&x=2), μετά http://a.gr.')).toEqual([
    { text: 'Δείτε (' },
    { text: 'https://elta.gr/track?id=1&x=2', href: 'https://elta.gr/track?id=1&x=2' },
    { text: '), μετά ' },
    { text: 'http://a.gr', href: 'http://a.gr' },
    { text: '.' },
  ])
})

test('an address that could run code does not become a link', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'χωρίς σύνδεσμο', 'https://'])
    expect(partsOf(text)).toEqual([{ text }])
  expect(partsOf('')).toEqual([])
})
