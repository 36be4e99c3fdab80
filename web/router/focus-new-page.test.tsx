import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, use } from 'react'
import { afterEach, expect, test } from 'vitest'
import { focusNewPages } from './focus-new-page.ts'

afterEach(cleanup)

function Late({ until }: { until: Promise<void> }) {
  use(until)
  return <h1>late</h1>
}

const focused = (): string =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label') || ''

/** Draws a menu and three pages: one with a heading, one whose heading is late, and one that places the focus itself. */
async function draw() {
  const root = createRootRoute({
    component: () => (
      <>
        <button type="button">menu</button>
        <main id="content">
          <Outlet />
        </main>
      </>
    ),
  })
  let showLate: () => void = () => undefined
  const late = new Promise<void>((resolve) => (showLate = resolve))
  const page = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/', () => <h1>first</h1>),
      page('/orders', () => <h1>orders</h1>),
      page('/late', () => <Late until={late} />),
      page('/form', () => (
        <>
          <h1>form</h1>
          <input aria-label="field" ref={(field) => field?.focus()} />
        </>
      )),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  focusNewPages(router)
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'first' })
  return { go: (to: string) => act(() => router.navigate({ to })), showLate }
}

test('the heading of a page that was opened has the focus, and not that of the first page', async () => {
  const { go } = await draw()
  expect(document.activeElement).toBe(document.body)
  screen.getByText('menu').focus()
  await go('/orders')
  await waitFor(() => expect(focused()).toBe('orders'))
})

test('a page that places the focus itself keeps it', async () => {
  const { go } = await draw()
  await go('/form')
  await waitFor(() => expect(screen.getByLabelText('field')).toBeTruthy())
  expect(focused()).toBe('field')
})

test('a late heading takes the focus from the main part, which has it after what had it was removed', async () => {
  const { go, showLate } = await draw()
  const main = document.querySelector('main') as HTMLElement
  main.tabIndex = -1
  await go('/late')
  main.focus()
  await act(async () => showLate())
  await waitFor(() => expect(focused()).toBe('late'))
  expect(document.activeElement?.tagName).toBe('H1')
})

test('the heading that replaces the one of a page that is being loaded takes the focus', async () => {
  const { go } = await draw()
  await go('/orders')
  await waitFor(() => expect(focused()).toBe('orders'))
  const loading = screen.getByRole('heading', { name: 'orders' })
  const loaded = Object.assign(document.createElement('h1'), { textContent: 'order 7' })
  loading.replaceWith(loaded)
  await waitFor(() => expect(document.activeElement).toBe(loaded))
})

test('a late heading takes the focus, unless the person has done something meanwhile', async () => {
  const first = await draw()
  await first.go('/late')
  await act(async () => first.showLate())
  await waitFor(() => expect(focused()).toBe('late'))
  cleanup()

  const second = await draw()
  await second.go('/late')
  screen.getByText('menu').focus()
  fireEvent.keyDown(screen.getByText('menu'), { key: 'Tab' })
  await act(async () => second.showLate())
  await screen.findByRole('heading', { name: 'late' })
  expect(focused()).toBe('menu')
})

test('a menu that gives the focus back to its button before or after the page is drawn does not keep it', async () => {
  const { go, showLate } = await draw()
  const menu = screen.getByText('menu')
  menu.focus()
  await go('/late')
  menu.blur()
  menu.focus()
  await act(async () => showLate())
  await waitFor(() => expect(focused()).toBe('late'))
  menu.focus()
  expect(focused()).toBe('late')

  fireEvent.keyDown(document.body, { key: 'Tab' })
  menu.focus()
  expect(focused()).toBe('menu')
})

test('a person who moves the focus elsewhere without a key, as by voice, keeps it', async () => {
  const { go, showLate } = await draw()
  await go('/late')
  screen.getByText('menu').focus()
  await act(async () => showLate())
  await screen.findByRole('heading', { name: 'late' })
  expect(focused()).toBe('menu')
})
