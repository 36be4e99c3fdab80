/**
 * A Vite plugin that loads the styles of a component of Mantine with its code. The whole style sheets are ten times as large as what
 * a page shows. In development, where libraries are bundled beforehand, the whole sheets are loaded.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The module with the styles that must come before those of components. web/library-styles.d.ts declares it. */
const FIRST = 'library-styles'

/**
 * Variables and rules of the whole page, and the components that others consist of, in the order that Mantine asks for. A component that
 * changes one of them may be in a chunk that is loaded earlier than the other's.
 */
const BEFORE_ALL = [
  'baseline',
  'default-css-variables',
  'global',
  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
  'Paper',
  'Overlay',
  'Popover',
  'Loader',
  'ActionIcon',
  'CloseButton',
  'Group',
  'ModalBase',
  'Input',
  'Flex',
  'FloatingIndicator',
  'Text',
  'Combobox',
  'InlineInput',
  'Pill',
  'PillsInput',
]

const WHOLE = ['core', 'dates', 'notifications'].map((name) => `@mantine/${name}/styles.layer.css`)

/** Matches the module with the names of the classes of a component. */
const CLASSES = /\/node_modules\/@mantine\/(core|dates|notifications)\/esm\/.*\/(\w+)\.module\.mjs$/

export function libraryStyles(root: string): Plugin {
  let isBuild = false
  /** Returns the style sheet of a component: its own, or that of its package if this has one for all. */
  const sheetOf = (name: string, component: string): string => {
    const own = `@mantine/${name}/styles/${component}.layer.css`
    return existsSync(join(root, 'node_modules', own)) ? own : `@mantine/${name}/styles.layer.css`
  }
  return {
    name: 'library-styles',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === FIRST ? `\0${id}.js` : null),
    load(id) {
      if (id !== `\0${FIRST}.js`) return null
      const sheets = isBuild ? BEFORE_ALL.map((component) => sheetOf('core', component)) : WHOLE
      return { code: sheets.map((sheet) => `import '${sheet}'`).join('\n'), moduleSideEffects: true }
    },
    transform(code, id) {
      const [, name, component] = (isBuild && CLASSES.exec(id)) || []
      if (name === undefined || component === undefined) return null
      if (name === 'core' && BEFORE_ALL.includes(component)) return null
      return { code: `import '${sheetOf(name, component)}'\n${code}`, map: null, moduleSideEffects: true }
    },
  }
}
