/** Draws one page for one person at a time, in a thread of the server. The build makes build/drawn from it. */
import { beginDrawing, endDrawing, pageOfDrawing, readByDrawing } from './stand-ins.ts'
import type { Query } from '@tanstack/react-query'
import i18n from 'i18next'
import { renderToString } from 'react-dom/server'
import type { OutputOf } from '#kernel/contract.ts'
import type { DrawnFacts, Drawing, Drawn } from '#kernel/drawing/drawing.ts'
import { tagOf } from '#kernel/languages.ts'
import { App } from '#app/web/App.tsx'
import type { PageFacts } from '#app/web/layouts/PageOutlet.tsx'
import { makeRouter } from '#app/web/router/router.tsx'
import { askedAnswer, forgetAnswers } from '#web/api.ts'
import { showFirstScreen } from '#web/drawing/first-screen.ts'
import { screenIn } from '#web/drawing/screen-cookie.ts'
import { chooseLanguage, currentLanguage, startLanguages } from '#web/i18n.ts'
import { readLanguage } from '#web/language/stored-language.ts'
import { aboutOf } from '#web/live/about.ts'
import { STORED_USER } from '#web/offline/stored-person.ts'
import { storedPreferences } from '#web/preferences/own-preferences.ts'
import { queryClient } from '#web/query.ts'
import { currentPerson, storedFormOf } from '#web/session.ts'
import type { currentSession } from '#web/session-contract.ts'

/** A page asks at most this often: for what it shows, and for what the answers lead to. */
const MOST_PASSES = 3

/** Returns the page, or why it is not drawn. */
export async function draw(drawing: Drawing): Promise<Drawn | string> {
  const screen = screenIn(drawing.screen)
  if (screen === null) return 'the device has not told its screen'
  const session = drawing.session as OutputOf<typeof currentSession>
  const address = new URL(drawing.address, drawing.origin)
  const now = new Date().toISOString()
  const [place, preferences] = storedPreferences(session.user.id, session.preferences)
  const known = { [STORED_USER]: JSON.stringify(storedFormOf(session.user)), [place]: preferences }
  beginDrawing(address, screen, known, drawing.meta)
  try {
    if (currentPerson()?.id !== session.user.id) return 'the person is not known'
    showFirstScreen({ height: screen.height, now })
    await loadLanguageOf(readLanguage(screen.stored['I18N_LANGUAGE'] ?? null))
    const page = await drawPage()
    if (typeof page === 'string') return page
    if (pageOfDrawing() !== address.pathname) return 'the page leads to another one'
    const read = readByDrawing(now)
    const language = i18n.language
    const facts: DrawnFacts = { session, language, screen: read.screen, answers: answersRead() }
    return { ...page, language, scheme: schemeOf(screen), modules: read.modules, facts }
  } finally {
    forgetDrawing()
  }
}

/** Forgets everything of the drawing. The next one is for another person. */
function forgetDrawing(): void {
  queryClient.clear()
  forgetAnswers()
  showFirstScreen(null)
  endDrawing()
}

let hasLanguages = false

async function loadLanguageOf(code: ReturnType<typeof readLanguage>): Promise<void> {
  if (!hasLanguages) await startLanguages()
  hasLanguages = true
  if (currentLanguage() !== code || document.documentElement.lang !== tagOf(code)) await chooseLanguage(code)
}

/** Draws the page until it asks nothing more. */
async function drawPage(): Promise<{ html: string; title: string } | string> {
  const router = makeRouter()
  await router.load()
  if (router.stores.matches.get().some(({ status }) => status !== 'success')) return 'the page could not be loaded'
  /** Questions that are refused, or that only the browser may ask. The browser asks them again. */
  const left = new Set<Query>()
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    const html = renderToString(<App router={router} />)
    const asked = unanswered().filter((query) => !left.has(query))
    if (asked.length === 0) return { html, title: titleOf(router) }
    if (pass === MOST_PASSES) break
    await Promise.all(
      asked.map(async (query) => {
        const failed = await query.fetch({ ...query.options, retry: false }).then(
          () => false,
          () => true,
        )
        if (!failed) return
        left.add(query)
        query.reset()
      }),
    )
  }
  return 'the page asks too often'
}

/** Returns the questions that the page asks now and whose answers are missing. Forms read theirs when they open in the browser. */
const unanswered = (): Query[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(
      (query) =>
        query.meta?.asked !== undefined &&
        query.meta.afresh !== true &&
        query.state.data === undefined &&
        (query.options as { enabled?: unknown }).enabled !== false,
    )

const answersRead = (): DrawnFacts['answers'] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map((query) => ({
      key: query.queryKey,
      answer: query.state.data,
      about: aboutOf(query) ?? null,
      asked: askedAnswer(query.state.data),
    }))

function titleOf(router: ReturnType<typeof makeRouter>): string {
  const { titleKey, feature } = (router.stores.matches.get().at(-1)?.staticData ?? {}) as PageFacts
  const title = titleKey ? i18n.t(titleKey, { ns: feature ?? 'frame' }) : null
  return title === null ? 'Kerino' : `${title} · Kerino`
}

function schemeOf({ stored, dark }: { stored: Readonly<Record<string, string>>; dark: boolean }): string {
  const chosen = stored['mantine-color-scheme-value'] ?? 'auto'
  return chosen === 'auto' ? (dark ? 'dark' : 'light') : chosen === 'dark' ? 'dark' : 'light'
}
