/**
 * The layout that a person chooses for the pages with the menu: seven options, and the rules by which one option changes
 * another (specification 3, S3-LAY-26 to 30).
 */

/** The values of each option. The first one is the usual value. */
export const LAYOUT_VALUES = {
  layoutType: ['vertical', 'horizontal'],
  layoutWidth: ['fluid', 'boxed', 'scrollable'],
  topbarTheme: ['light', 'dark'],
  leftSideBarType: ['default', 'compact', 'icon', 'condensed'],
  leftSideBarTheme: ['light', 'dark', 'colored'],
  leftSideBarThemeImage: ['none', 'flames', 'waves', 'honeycomb', 'drops'],
} as const

type Values = typeof LAYOUT_VALUES
/** What a person chooses, by the names of specification 3 (S3-ENT-14). */
export type Layout = { readonly [Option in keyof Values]: Values[Option][number] } & { readonly isPreloader: boolean }
export type LayoutOption = keyof Layout
export type SidebarType = Layout['leftSideBarType']

/** The layout of a person who has chosen nothing. */
export const USUAL_LAYOUT: Layout = {
  layoutType: 'vertical',
  layoutWidth: 'fluid',
  topbarTheme: 'light',
  leftSideBarType: 'default',
  leftSideBarTheme: 'light',
  leftSideBarThemeImage: 'none',
  isPreloader: false,
}

/** What one window shows besides the chosen layout. It is not stored (S3-ENT-14). */
export type WindowState = {
  /** The settings panel is open. */
  readonly showRightSidebar: boolean
  /** The window is as narrow as a phone, so the menu is a drawer. */
  readonly isMobile: boolean
  /** The menu stands at the side. */
  readonly showSidebar: boolean
  /** The drawer with the whole menu is open. */
  readonly leftMenu: boolean
}

type Rule = { readonly when: Partial<Layout>; readonly sets: Partial<Layout> }

/** The rules of specification 3: the choice of `when` also sets `sets`. */
const RULES: readonly Rule[] = [
  { when: { layoutType: 'horizontal' }, sets: { topbarTheme: 'dark' } },
  { when: { layoutType: 'vertical' }, sets: { topbarTheme: 'light' } },
  { when: { layoutWidth: 'boxed' }, sets: { leftSideBarType: 'icon' } },
  { when: { layoutWidth: 'fluid' }, sets: { leftSideBarType: 'default' } },
  { when: { layoutWidth: 'scrollable' }, sets: { leftSideBarType: 'default' } },
]

/** Returns the layout after a person has chosen one value. The rules apply at the choice only, so their results may be changed. */
export function chooseLayout<Option extends LayoutOption>(
  layout: Layout,
  option: Option,
  value: Layout[Option],
): Layout {
  const followed = RULES.filter(({ when }) => when[option] === value).map(({ sets }) => sets)
  return Object.assign({}, layout, { [option]: value }, ...followed) as Layout
}

/** Below this width in pixels the sidebar is condensed, whatever type is chosen (S3-CON). */
export const DESKTOP_PX = 992

/** The classes by which each type of sidebar collapses. Only `condensed` opens the whole menu over the page. */
const COLLAPSE: Readonly<Record<SidebarType, { size: 'full' | 'small'; collapsed: boolean; opens: boolean }>> = {
  default: { size: 'full', collapsed: false, opens: false },
  compact: { size: 'small', collapsed: false, opens: false },
  icon: { size: 'full', collapsed: true, opens: false },
  condensed: { size: 'full', collapsed: true, opens: true },
}

/** What the frame of the page shows: the attributes that style sheets read, and how the menu behaves. */
export type Frame = {
  readonly attributes: Readonly<Record<`data-${string}`, string | undefined>>
  readonly menu: 'top' | 'side' | 'drawer'
  /** The sidebar shows icons only. */
  readonly collapsed: boolean
  /** The names stand below the icons. */
  readonly small: boolean
  /** The menu button opens the whole menu over the page. Otherwise it collapses or widens the sidebar. */
  readonly opensDrawer: boolean
}

/** Returns the frame for a layout in a window. A horizontal layout has no sidebar, and so none of its attributes. */
export function frameOf(layout: Layout, { desktop, isMobile }: { desktop: boolean; isMobile: boolean }): Frame {
  const general = {
    'data-layout': layout.layoutType,
    'data-layout-size': layout.layoutWidth === 'boxed' ? 'boxed' : 'fluid',
    'data-layout-scrollable': layout.layoutWidth === 'scrollable' ? 'true' : undefined,
    'data-topbar': layout.topbarTheme,
  }
  if (layout.layoutType === 'horizontal' || isMobile) {
    const menu = layout.layoutType === 'horizontal' && desktop ? 'top' : 'drawer'
    return { attributes: general, menu, collapsed: false, small: false, opensDrawer: menu === 'drawer' }
  }
  const { size, collapsed, opens } = COLLAPSE[desktop ? layout.leftSideBarType : 'condensed']
  const attributes = {
    ...general,
    'data-sidebar': layout.leftSideBarTheme,
    'data-sidebar-image': layout.leftSideBarThemeImage === 'none' ? undefined : layout.leftSideBarThemeImage,
    'data-sidebar-size': size === 'small' ? 'small' : undefined,
    'data-sidebar-collapsed': collapsed ? 'true' : undefined,
    'data-sidebar-enable': opens ? 'true' : undefined,
  }
  return { attributes, menu: 'side', collapsed, small: size === 'small', opensDrawer: opens }
}

/** Returns the type of sidebar after a press of the menu button: icons, or all names. */
export const toggledType = (type: SidebarType): SidebarType => (COLLAPSE[type].collapsed ? 'default' : 'icon')

/** A preloader is shown for this many milliseconds (S3-CON-17). */
export const PRELOADER_MS = 2_500
