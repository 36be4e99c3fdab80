/** Draws the icons of the pages, which icons.ts lists. */
import { createElement, type ReactElement, type SVGProps } from 'react'
import drawings from './drawings.json'

/** The props of an icon: those of its `svg`, and the size in pixels. */
type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number | string | undefined }

export type LucideIcon = (props: IconProps) => ReactElement

/** An element of an icon: its tag and its attributes. */
type Part = readonly [tag: string, attributes: Readonly<Record<string, string>>]

const drawn = drawings as unknown as Readonly<Record<keyof typeof drawings, readonly Part[]>>

/** Returns the icon of this name, of 24 by 24 units. Screen readers leave it out unless it has a title, a role or a label. */
export function icon(name: keyof typeof drawings): LucideIcon {
  const drawing = drawn[name].map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))
  return function Icon({ size = 24, color = 'currentColor', strokeWidth = 2, children, ...given }) {
    const isNamed = Object.entries(given).some(
      ([name, value]) => (name.startsWith('aria-') || name === 'role' || name === 'title') && value != null,
    )
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isNamed || children ? undefined : true,
        ...given,
      },
      drawing,
      children,
    )
  }
}
