import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { EMPTY_STATE } from './table-state.ts'
import { TableView } from './TableView.tsx'
import styles from './table-tools.module.css'

const COLUMNS = Array.from({ length: 30 }, (_, index) => ({ key: `c${index}`, header: `Column ${index}` }))
const LAYOUT = {
  order: COLUMNS.map(({ key }) => key),
  hidden: [],
  dense: false,
  filtersOpen: false,
  preview: false,
  sums: false,
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => vi.restoreAllMocks())

test('the choices are as high as a low window leaves below their button, and scroll with the button that resets them', async () => {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1280)
  const button = {
    x: 1200,
    y: 244,
    left: 1200,
    right: 1236,
    top: 244,
    bottom: 280,
    width: 36,
    height: 36,
    toJSON: () => '',
  }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this instanceof HTMLButtonElement
      ? button
      : { ...button, x: 0, y: 0, left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 }
  })
  render(
    <MantineProvider env="test">
      <TableView
        columns={COLUMNS}
        layout={LAYOUT}
        changeLayout={() => undefined}
        resetLayout={() => undefined}
        state={EMPTY_STATE}
        change={() => undefined}
        hasSums={false}
        preview={null}
      />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Columns and view' }))
  const reset = await screen.findByRole('button', { name: 'Reset to the usual view' })
  const dropdown = screen.getByRole('dialog')
  // the window ends at 600, the button at 280; a gap above and the edge below
  await waitFor(() => expect(dropdown.style.maxHeight).toBe('304px'))
  expect(dropdown.className).toContain(styles.choices)
  expect(dropdown.contains(reset)).toBe(true)
  // nothing scrolls inside what scrolls
  expect(dropdown.querySelector('[data-scrollbars], .mantine-ScrollArea-root') === null).toBe(true)
})
