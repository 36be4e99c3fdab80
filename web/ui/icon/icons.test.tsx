import { render } from '@testing-library/react'
import * as lucide from 'lucide-react'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import * as icons from './icons.ts'

type Drawn = ComponentType<{ size?: number; color?: string; strokeWidth?: number; 'aria-label'?: string }>

/** Draws an icon twice, and leaves out the classes of the package, which no style of the pages uses. */
function drawingOf(Icon: Drawn): string {
  const { container, unmount } = render(
    <>
      <Icon size={16} />
      <Icon color="red" strokeWidth={1.5} aria-label="name" />
    </>,
  )
  for (const svg of container.children) svg.removeAttribute('class')
  const drawing = container.innerHTML
  unmount()
  return drawing
}

test('each icon is drawn as the package lucide-react draws it', () => {
  const ofPackage = lucide as unknown as Record<string, Drawn>
  const names = Object.keys(icons)
  expect(names).toContain('TriangleAlert')
  for (const [name, icon] of Object.entries(icons)) expect(drawingOf(icon), name).toBe(drawingOf(ofPackage[name]!))
})
