/** What the server and its thread that draws pages tell each other, and what a drawn page tells the browser. */

/** Contains what the server must know of a device to draw a page for it. Pages write it (web/drawing/screen-cookie.ts). */
export const SCREEN_COOKIE = 'kerino_screen'

/** The header of pages that are drawn for one person. Devices do not keep them. */
export const DRAWN_HEADER = 'x-drawn'

/** The answer to a question that the page asks while it is drawn. */
export type DrawnAnswer = {
  readonly status: number
  readonly body: string
  /** The headers that pages read, by their names. */
  readonly headers: Readonly<Record<string, string>>
}

/** What a page is drawn from. */
export type Drawing = {
  /** The path with the query. */
  readonly address: string
  readonly origin: string
  /** What `session.current` answers. */
  readonly session: unknown
  /** The value of the cookie. */
  readonly screen: string
  /** The contents of the `meta` elements that pages read, by name. */
  readonly meta: Readonly<Record<string, string>>
}

/** A drawn page. */
export type Drawn = {
  readonly html: string
  readonly title: string
  /** The attributes of the root element. */
  readonly language: string
  readonly scheme: string
  /** The modules that were loaded for the page, by which the server finds its style sheets and scripts. */
  readonly modules: readonly string[]
  readonly facts: DrawnFacts
}

/** What the browser compares and takes over before it continues with a drawn page. */
export type DrawnFacts = {
  readonly session: unknown
  readonly language: string
  readonly screen: ScreenFacts
  /** The answers of the server, in the form of the query cache. */
  readonly answers: readonly AnswerOfDrawing[]
}

export type AnswerOfDrawing = {
  readonly key: readonly unknown[]
  readonly answer: unknown
  readonly about: readonly string[] | null
  /** Where the answer was asked, and its ETag, by which the server says that it is still the same. Null if it has none. */
  readonly asked: AskedAnswer | null
}

export type AskedAnswer = { readonly address: string; readonly etag: string }

/** What the drawing assumed of the device. If one of these is otherwise, the page is drawn again from the start. */
export type ScreenFacts = {
  readonly height: number
  /** The moment of the drawing. */
  readonly now: string
  /** Media queries and their outcome. */
  readonly media: Readonly<Record<string, boolean>>
  /** Entries of the local storage and of the storage of the tab. */
  readonly stored: Readonly<Record<string, string | null>>
  readonly ofTab: Readonly<Record<string, string | null>>
}

export type ToThread =
  | { readonly draw: Drawing; readonly id: number }
  | { readonly answer: DrawnAnswer; readonly id: number }
export type FromThread =
  | { readonly ready: true }
  | {
      readonly ask: string
      readonly headers: Readonly<Record<string, string>>
      readonly of: number
      readonly id: number
    }
  | { readonly drawn: Drawn | null; readonly why?: string; readonly failure?: string; readonly id: number }
