/** Sets the header and footer of every printed page, in browsers that support it. */
import { useEffect } from 'react'
import type { Paper } from '#kernel/paper.ts'

/** Returns a text as a CSS string, escaped so that nothing in it ends the string. */
const cssText = (text: string): string =>
  `"${Array.from(text, (sign) => (/[\p{L}\p{N} .,·–-]/u.test(sign) ? sign : `\\${sign.codePointAt(0)?.toString(16)} `)).join('')}"`

/**
 * Returns the CSS rules for the pages of a paper, as in its PDF: the company from the second page on, and day, marks
 * and page number.
 */
function pageRules({ company, title, number, marks, foot }: Paper): string {
  const quiet = 'font-family: Paper; font-size: 7pt; color: #444;'
  const strong = 'font-family: Paper; font-size: 7pt; font-weight: 700; color: #111;'
  const marked = marks.join(' · ')
  return `
    @page paper {
      @top-left { content: ${cssText(company.name)}; ${quiet} }
      @top-right { content: ${cssText([...marks, `${title} ${number}`].join(' · '))}; ${strong} }
      @bottom-left { content: ${cssText(foot.printed)}; ${quiet} }
      @bottom-center { content: ${cssText(marked)}; ${strong} white-space: nowrap; }
      @bottom-right { content: ${cssText(`${foot.page} `)} counter(page) ${cssText(` ${foot.of} `)} counter(pages); ${quiet} }
    }
    @page paper:first { @top-left { content: none; } @top-right { content: none; } }`
}

/** Applies the rules while the page of the paper is open. */
export function usePaperPages(paper: Paper): void {
  const rules = pageRules(paper)
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [rules])
}
