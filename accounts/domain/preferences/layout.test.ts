import { expect, test } from 'vitest'
import { chooseLayout, frameOf, LAYOUT_VALUES, type Layout, toggledType, USUAL_LAYOUT } from './layout.ts'

const DESK = { desktop: true, isMobile: false }
const TABLET = { desktop: false, isMobile: false }
const PHONE = { desktop: false, isMobile: true }

/** Every possible layout without a preloader. */
const ALL: readonly Layout[] = Object.entries(LAYOUT_VALUES).reduce<Layout[]>(
  (layouts, [option, values]) => layouts.flatMap((layout) => values.map((value) => ({ ...layout, [option]: value }))),
  [USUAL_LAYOUT],
)

const sidebarMarks = (layout: Layout, window = DESK): string[] =>
  Object.entries(frameOf(layout, window).attributes)
    .filter(([name, value]) => name.startsWith('data-sidebar') && value !== undefined)
    .map(([name, value]) => `${name}=${value}`)

test('a person who has chosen nothing has the first value of each option and no preloader (S3-ENT-14)', () => {
  const first = Object.fromEntries(Object.entries(LAYOUT_VALUES).map(([option, values]) => [option, values[0]]))
  expect(USUAL_LAYOUT).toEqual({ ...first, isPreloader: false })
})

test('the horizontal layout sets the top bar to dark, any other layout sets it to light (S3-LAY-26, S3-LAY-27)', () => {
  for (const layout of ALL) {
    expect(chooseLayout(layout, 'layoutType', 'horizontal')).toEqual({
      ...layout,
      layoutType: 'horizontal',
      topbarTheme: 'dark',
    })
    expect(chooseLayout(layout, 'layoutType', 'vertical')).toEqual({
      ...layout,
      layoutType: 'vertical',
      topbarTheme: 'light',
    })
  }
})

test('the horizontal layout removes every attribute of the sidebar, whatever was chosen for it (S3-LAY-26)', () => {
  for (const layout of ALL.filter(({ layoutType }) => layoutType === 'horizontal'))
    for (const window of [DESK, TABLET, PHONE]) expect(sidebarMarks(layout, window)).toEqual([])
  const back = chooseLayout(
    { ...USUAL_LAYOUT, layoutType: 'horizontal', leftSideBarTheme: 'dark' },
    'layoutType',
    'vertical',
  )
  expect(sidebarMarks(back)).toEqual(['data-sidebar=dark'])
})

test('a boxed width sets the sidebar to icons, a fluid or scrollable one to default (S3-LAY-28, S3-LAY-29)', () => {
  for (const layout of ALL) {
    expect(chooseLayout(layout, 'layoutWidth', 'boxed').leftSideBarType).toBe('icon')
    expect(chooseLayout(layout, 'layoutWidth', 'fluid').leftSideBarType).toBe('default')
    expect(chooseLayout(layout, 'layoutWidth', 'scrollable').leftSideBarType).toBe('default')
  }
})

test('every other choice changes its own option only, so that the result of a rule may be changed again', () => {
  for (const layout of ALL) {
    expect(chooseLayout(layout, 'topbarTheme', 'dark')).toEqual({ ...layout, topbarTheme: 'dark' })
    expect(chooseLayout(layout, 'leftSideBarType', 'compact')).toEqual({ ...layout, leftSideBarType: 'compact' })
    expect(chooseLayout(layout, 'leftSideBarTheme', 'colored')).toEqual({ ...layout, leftSideBarTheme: 'colored' })
    expect(chooseLayout(layout, 'isPreloader', true)).toEqual({ ...layout, isPreloader: true })
  }
})

test.each([
  ['default', []],
  ['compact', ['data-sidebar-size=small']],
  ['icon', ['data-sidebar-collapsed=true']],
  ['condensed', ['data-sidebar-collapsed=true', 'data-sidebar-enable=true']],
] as const)('the sidebar of the type %s has the attributes of its way to collapse (S3-LAY-30)', (type, marks) => {
  expect(sidebarMarks({ ...USUAL_LAYOUT, leftSideBarType: type })).toEqual(['data-sidebar=light', ...marks])
})

test.each([
  ['default', { collapsed: false, small: false, opensDrawer: false }],
  ['compact', { collapsed: false, small: true, opensDrawer: false }],
  ['icon', { collapsed: true, small: false, opensDrawer: false }],
  ['condensed', { collapsed: true, small: false, opensDrawer: true }],
] as const)(
  'on a desktop a sidebar of the type %s shows names or icons, and only a condensed one opens a drawer',
  (type, shown) => {
    expect(frameOf({ ...USUAL_LAYOUT, leftSideBarType: type }, DESK)).toMatchObject({ menu: 'side', ...shown })
  },
)

test.each([
  ['fluid', 'fluid', undefined],
  ['boxed', 'boxed', undefined],
  ['scrollable', 'fluid', 'true'],
] as const)('the width %s has the size %s, and is scrollable: %s', (layoutWidth, size, scrollable) => {
  expect(frameOf({ ...USUAL_LAYOUT, layoutWidth }, DESK).attributes).toMatchObject({
    'data-layout-size': size,
    'data-layout-scrollable': scrollable,
  })
})

test('below the width of a desktop every sidebar is condensed, and a phone has the menu in a drawer', () => {
  for (const layout of ALL.filter(({ layoutType }) => layoutType === 'vertical')) {
    expect(frameOf(layout, TABLET)).toMatchObject({ menu: 'side', collapsed: true, small: false, opensDrawer: true })
    expect(frameOf(layout, PHONE)).toMatchObject({ menu: 'drawer', opensDrawer: true, collapsed: false, small: false })
    expect(sidebarMarks(layout, PHONE)).toEqual([])
  }
})

test('the horizontal menu is at the top on a desktop and in a drawer below it', () => {
  const layout = chooseLayout(USUAL_LAYOUT, 'layoutType', 'horizontal')
  expect([DESK, TABLET, PHONE].map((window) => frameOf(layout, window).menu)).toEqual(['top', 'drawer', 'drawer'])
  expect([DESK, TABLET, PHONE].map((window) => frameOf(layout, window).opensDrawer)).toEqual([false, true, true])
})

test('the menu button turns names into icons and icons into names', () => {
  expect(LAYOUT_VALUES.leftSideBarType.map(toggledType)).toEqual(['icon', 'icon', 'default', 'default'])
})
