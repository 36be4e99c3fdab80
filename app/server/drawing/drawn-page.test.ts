import { expect, test } from 'vitest'
import type { Drawn } from '#kernel/drawing/drawing.ts'
import { drawnPage, jsonForHtml, stylesApart } from './drawn-page.ts'

const INDEX = `<!doctype html>
<html lang="en">
  <head>
    <title>Kerino</title>
    <script type="module" crossorigin src="/assets/page-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base-1.js">
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>`
const FILES = {
  waker: '/assets/waker-1.js',
  fonts: ['/assets/inter-greek.woff2'],
  modules: { 'features/orders/web/list/OrdersPage.tsx': { css: ['/assets/orders.css'], js: ['/assets/orders.js'] } },
}
const DRAWN: Drawn = {
  html: '<p>Ρωμανός $& $1</p>',
  title: 'Παραγγελίες & <άλλα>',
  language: 'el',
  scheme: 'dark',
  modules: ['features/orders/web/list/OrdersPage.tsx', 'web/unknown.tsx'],
  facts: {
    session: { user: { firstName: '</script><script>alert(1)</script>' } },
    language: 'el',
    screen: { height: 800, now: '2026-11-30T01:00:00.000Z', media: {}, stored: {}, ofTab: {} },
    answers: [],
  },
}

test('a drawn page has its language, colours, title, style sheets and scripts, and wakes by the small script alone', () => {
  const page = drawnPage(INDEX, FILES, DRAWN, 'once')
  expect(page).toContain('<html lang="el" data-mantine-color-scheme="dark">')
  expect(page).toContain('<title>Παραγγελίες &amp; &lt;άλλα&gt;</title>')
  expect(page).toContain('<link rel="stylesheet" crossorigin href="/assets/orders.css">')
  expect(page).toContain(
    '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/inter-greek.woff2">',
  )
  expect(page).toContain('<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/orders.js">')
  expect(page).toContain('<div id="app"><p>Ρωμανός $& $1</p></div>')
  expect(page.match(/<script[^>]*src="[^"]*"/g)).toEqual(['<script crossorigin src="/assets/waker-1.js"'])
  expect(page).toContain('data-wakes="/assets/page-1.js"')
})

test('no text of the data ends the element that contains it', () => {
  const page = drawnPage(INDEX, FILES, DRAWN, 'once')
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  const [, facts = ''] = /id="drawn">(.*)<\/script>/.exec(page) ?? []
  expect(JSON.parse(facts)).toEqual(DRAWN.facts)
  expect(jsonForHtml('a\u2028b')).toBe(String.raw`"a\u2028b"`)
})

test('styles of elements become rules of a style sheet, because the policy blocks the attributes', () => {
  const { html, rules } = stylesApart(
    '<i style="color:red;background:url(&quot;a;b&quot;)"></i><b style="--size:calc(1rem * 2)"></b><u style="--size:calc(1rem * 2)"></u>',
  )
  expect(html).toBe('<i data-drawn-style="0"></i><b data-drawn-style="1"></b><u data-drawn-style="1"></u>')
  expect(rules.split('\n')).toEqual([
    '[data-drawn-style="0"]{color:red !important;background:url("a;b") !important}',
    '[data-drawn-style="1"]{--size:calc(1rem * 2) !important}',
  ])
})

test('a style cannot end its style sheet', () => {
  expect(stylesApart('<i style="--x:&lt;/style&gt;"></i>').rules).not.toContain('</style>')
})
