/** Writes a drawn page into the page of the build. */
import { escapeHtml } from '#kernel/escape-html.ts'
import type { Drawn } from '#kernel/drawing/drawing.ts'

/** What the build says of its files, in `drawing.json`. */
export type FilesOfBuild = {
  /** The script that keeps presses until the page is awake, and wakes it. */
  readonly waker: string
  /** The letters that every page shows. They load with the page, because texts that change their font later move what follows them. */
  readonly fonts: readonly string[]
  /** The style sheets and scripts of a module that a page loads, without those of the start. */
  readonly modules: Readonly<Record<string, { readonly css: readonly string[]; readonly js: readonly string[] }>>
}

/** Written into a script element. A text cannot end it. */
export const jsonForHtml = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/**
 * Returns the markup without style attributes, which the content security policy would block, and the same styles as rules. The page sets
 * them on the elements before it wakes.
 */
export function stylesApart(html: string): { html: string; rules: string } {
  const numbers = new Map<string, number>()
  const without = html.replaceAll(/ style="([^"]*)"/g, (_found, style: string) => {
    const number = numbers.get(style) ?? numbers.size
    numbers.set(style, number)
    return ` data-drawn-style="${number}"`
  })
  const rules = [...numbers].map(
    ([style, number]) => `[data-drawn-style="${number}"]{${important(unescapeHtml(style))}}`,
  )
  return { html: without, rules: rules.join('\n').replaceAll('</', '<\\/') }
}

/** Makes declarations stronger than those of style sheets, as the attribute would be. */
const important = (style: string): string =>
  declarationsOf(style)
    .map((declaration) => `${declaration} !important`)
    .join(';')

/** Splits at the semicolons outside parentheses and quotes. */
const declarationsOf = (style: string): string[] =>
  (style.match(/(?:\([^)]*\)|"[^"]*"|'[^']*'|[^;])+/g) ?? []).map((one) => one.trim()).filter((one) => one !== '')

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Returns the page with what was drawn. `index` has its nonce already. */
export function drawnPage(index: string, { waker, fonts, modules }: FilesOfBuild, drawn: Drawn, nonce: string): string {
  const files = drawn.modules.flatMap((module) => modules[module] ?? [])
  const css = [...new Set(files.flatMap((file) => file.css))]
  const js = [...new Set(files.flatMap((file) => file.js))]
  const { html, rules } = stylesApart(drawn.html)
  const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/.exec(index)
  if (entry === null) throw new Error('the page has no script')
  const head = [
    // a plain script is there before anything of the page is painted and pressed
    `<script crossorigin src="${waker}" data-wakes="${entry[1]}"></script>`,
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`),
    ...css.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...js.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`),
    `<style nonce="${nonce}" id="drawn-styles">${rules}</style>`,
  ]
  return index
    .replace(entry[0], '')
    .replaceAll(
      '<link rel="modulepreload" crossorigin href',
      '<link rel="modulepreload" crossorigin fetchpriority="low" href',
    )
    .replace(
      /<html[^>]*>/,
      () => `<html lang="${escapeHtml(drawn.language)}" data-mantine-color-scheme="${escapeHtml(drawn.scheme)}">`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(drawn.title)}</title>`)
    .replace('</head>', () => `${head.join('\n    ')}\n  </head>`)
    .replace(
      '<div id="app"></div>',
      () =>
        `<div id="app">${html}</div>\n    <script type="application/json" id="drawn">${jsonForHtml(drawn.facts)}</script>`,
    )
}
