/** The files of texts, which scripts/texts-of-pages.ts builds from the tables: by language, then by area. */
declare module 'built-texts' {
  type Texts = { readonly [part: string]: string | Texts }
  export const files: Readonly<
    Record<string, Readonly<Record<string, () => Promise<{ readonly default: Readonly<Record<string, Texts>> }>>>>
  >
}
