/** Takes over the page that the server has drawn, if it was drawn for this person and for a device such as this one. */
import type { OutputOf } from '#kernel/contract.ts'
import type { DrawnFacts } from '#kernel/drawing/drawing.ts'
import { isSame } from '#kernel/changes.ts'
import { tagOf } from '#kernel/languages.ts'
import { showFirstScreen } from '#web/drawing/first-screen.ts'
import { storedLanguage } from '#web/language/stored-language.ts'
import { noteAbout } from '#web/live/about.ts'
import { isLocked } from '#web/lock/lock.ts'
import { preferencesHere } from '#web/preferences/own-preferences.ts'
import { queryClient } from '#web/query.ts'
import { currentPerson, isStoredAs, takeSession } from '#web/session.ts'
import type { currentSession } from '#web/session-contract.ts'

/** Returns what the page was drawn from, or null if the browser draws it. In that case nothing of the drawing stays. */
export function drawnFacts(app: HTMLElement): DrawnFacts | null {
  const element = document.getElementById('drawn')
  if (element === null) return null
  element.remove()
  const facts = JSON.parse(element.textContent ?? 'null') as DrawnFacts
  if (fits(facts)) return facts
  app.replaceChildren()
  document.getElementById('drawn-styles')?.remove()
  return null
}

/** Reports whether this browser would draw the same. */
function fits({ session, language, screen }: DrawnFacts): boolean {
  const { user, preferences } = session as OutputOf<typeof currentSession>
  const person = currentPerson()
  if (person?.id !== user.id || !isStoredAs(user) || isLocked()) return false
  if (language !== tagOf(storedLanguage())) return false
  const here = preferencesHere(user.id)
  if (!isSame(here.layout, preferences.layout)) return false
  return (
    Object.entries(screen.media).every(([query, outcome]) => window.matchMedia(query).matches === outcome) &&
    Object.entries(screen.stored).every(([key, value]) => localStorage.getItem(key) === value) &&
    Object.entries(screen.ofTab).every(([key, value]) => sessionStorage.getItem(key) === value)
  )
}

/** Begins with what the page was drawn from: the session, the answers, and the screen. */
export function takeOver(app: HTMLElement, { session, screen, answers }: DrawnFacts): void {
  takeSession(session as OutputOf<typeof currentSession>)
  const updatedAt = Date.parse(screen.now)
  for (const { key, answer, about } of answers) {
    queryClient.setQueryData(key, answer, { updatedAt: Math.min(updatedAt, Date.now()) })
    noteAbout(queryClient.getQueryCache().find({ queryKey: key, exact: true }), about)
  }
  showFirstScreen(screen)
  setStyles(app)
}

/** Sets the styles of the drawn elements, which came as rules of a style sheet. */
function setStyles(app: HTMLElement): void {
  const rules = new Map<string, string>()
  const sheet = document.querySelector<HTMLStyleElement>('#drawn-styles')
  for (const rule of sheet?.sheet?.cssRules ?? [])
    if (rule instanceof CSSStyleRule) rules.set(rule.selectorText, rule.style.cssText.replaceAll(' !important', ''))
  for (const element of app.querySelectorAll<HTMLElement>('[data-drawn-style]')) {
    element.style.cssText = rules.get(`[data-drawn-style="${element.dataset['drawnStyle']}"]`) ?? ''
    delete element.dataset['drawnStyle']
  }
  sheet?.remove()
}
