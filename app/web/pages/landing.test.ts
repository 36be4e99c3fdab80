import { expect, test } from 'vitest'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { sectionsRights } from '#features/sections/domain/rights.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { landingFor } from './landing.ts'
import { canonicalPath, type PageRoute } from '#web/routes.ts'

const load = async () => ({ default: () => null })
const pages: PageRoute[] = [
  { path: '/shipping', layout: 'main', right: shippingRights.read, titleKey: 'title', load },
  { path: '/orders', layout: 'main', right: ordersRights.read, titleKey: 'title', load },
  { path: '/order-detail/$id', layout: 'main', right: ordersRights.read, titleKey: 'title', load },
  { path: '/single/$section', layout: 'bare', right: sectionsRights.read, titleKey: 'title', load },
]
const operations = { actingRole: 'operations', section: null, firstName: 'Νίκος', landing: '/operations' } as const
const driver = { actingRole: 'driver', section: null, firstName: 'Γιώργος', landing: '/driverpage' } as const

test('after sign-in the remembered page opens if the account may open it (C-04)', () => {
  expect(landingFor(operations, '/shipping', pages)).toBe('/shipping')
  expect(landingFor(operations, '/order-detail/12?tab=loans', pages)).toBe('/order-detail/12?tab=loans')
})

test('without a remembered page that the account may open, its landing page opens', () => {
  expect(landingFor(driver, null, pages)).toBe('/driverpage')
  expect(landingFor(driver, '/orders', pages)).toBe('/driverpage')
  expect(landingFor(operations, '/no-such-page', pages)).toBe('/operations')
})

test.each([
  ['/single/%CE%A7%CE%A5%CE%A4%CE%91', '/single/%CE%A7%CE%A5%CE%A4%CE%91'],
  ['/single/xyta?day=1', '/single/xyta?day=1'],
  ['/single/bafh', '/single/ΧΥΤΑ'],
  ['/Single/%CE%92%CE%91%CE%A6%CE%97/', '/single/ΧΥΤΑ'],
  ['/single/%E0%A4%A', '/single/ΧΥΤΑ'],
])('a section account that remembers %s lands on %s', (remembered, page) => {
  const xyta = { actingRole: 'section', section: 'ΧΥΤΑ', firstName: 'xyta', landing: '/single/ΧΥΤΑ' } as const
  expect(landingFor(xyta, remembered, pages)).toBe(page)
})

test('the office opens the remembered page of any section', () => {
  expect(landingFor(operations, '/single/bafh', pages)).toBe('/single/bafh')
})

test('a remembered address of another site is ignored', () => {
  expect(landingFor(operations, '//elsewhere.example/orders', pages)).toBe('/operations')
  expect(landingFor(operations, 'https://elsewhere.example', pages)).toBe('/operations')
})

test.each([
  ['/Orders', '/orders'],
  ['/orders/', '/orders'],
  ['/ORDER-DETAIL/12/', '/order-detail/12'],
  ['/Single/ΧΥΤΑ', '/single/ΧΥΤΑ'],
  ['/TASKS', '/tasks'],
  ['/Tasks/', '/Tasks'],
  ['/orders', null],
  ['/Tasks', null],
  ['/tasks', null],
  ['/nowhere', null],
])('the canonical form of %s is %s (C-15, C-16)', (typed, canonical) => {
  const patterns = ['/Tasks', '/tasks', '/orders', '/order-detail/$id', '/single/$section']
  expect(canonicalPath(typed, patterns)).toBe(canonical)
})
