import { beforeEach, expect, test } from 'vitest'
import { placeOf } from './place.ts'

let app: HTMLElement
beforeEach(() => {
  app = document.createElement('div')
  document.body.replaceChildren(app)
})

const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`
const draw = (...html: string[]): void => void (app.innerHTML = html.join(''))
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
const find = (selector: string): Element => {
  const element = app.querySelector(selector)
  if (element === null) throw new Error(selector)
  return element
}

test('an element that stays is found as itself', () => {
  draw('<button>Save</button>')
  const button = find('button')
  expect(placeOf(app, button)()).toBe(button)
})

test('a cell is found in its row after the page was drawn with more above it and with another row first', () => {
  draw(table(row('Anna', 'Athens'), row('Petros', 'Athens')))
  const place = placeOf(app, find('tr:nth-child(2) td:nth-child(2)'))
  draw('<p>Views</p>', table(row('New', 'Athens'), row('Anna', 'Athens'), row('Petros', 'Athens')))
  expect(place()).toBe(find('tr:nth-child(3) td:nth-child(2)'))
})

test('no other row is taken for one that has not come yet', () => {
  draw(table(row('Anna', 'Athens'), row('Petros', 'Athens')))
  const place = placeOf(app, find('tr:nth-child(2) td:nth-child(2)'))
  draw(table(row('Anna', 'Athens')))
  expect(place()).toBeNull()
  draw(table(row('Anna', 'Athens'), row('Eleni', 'Sparta')))
  expect(place()).toBeNull()
  draw(table(row('Anna', 'Athens'), row('Petros', 'Athens')))
  expect(place()).toBe(find('tr:nth-child(2) td:nth-child(2)'))
})

test('a field is found by its label or its place', () => {
  draw('<input type="search" aria-label="Search">', '<label for="a">Name</label><input id="a">', '<input>', '<input>')
  const places = [...app.querySelectorAll('input')].map((field) => placeOf(app, field))
  draw('<label for="b">Name</label><input id="b">', '<section><input type="search" aria-label="Search"></section>')
  expect(places.map((place) => place())).toEqual([find('section input'), find('#b'), null, null])
})
