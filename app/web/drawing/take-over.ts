/** Takes over the page that the server has drawn, if it was drawn for this person and for a device such as this one. */
import type { OutputOf } from '#kernel/contract.ts'
import type { DrawnFacts } from '#kernel/drawing/drawing.ts'
import { isSame } from '#kernel/changes.ts'
import { tagOf } from '#kernel/languages.ts'
import { takeAnswer } from '#web/api.ts'
import { showFirstScreen } from '#web/drawing/first-screen.ts'
import { storedLanguage } from '#web/language/stored-language.ts'
import { noteAbout } from '#web/live/about.ts'
import { isLocked } from '#web/lock/lock.ts'
import { preferencesHere } from '#web/preferences/own-preferences.ts'
import { queryClient } from '#web/query.ts'
import { currentPerson, isStoredAs, takeSession } from '#web/session.ts'
import type { currentSession } from '#web/session-contract.ts'

/** What the server has drawn, and whether this browser would draw the same. */
export type DrawnHere = { readonly facts: DrawnFacts; readonly fits: boolean }

/**
 * Returns what the page was drawn from; null if it was not drawn for the person who is here, in their language. In that case nothing of the
 * drawing stays.
 */
export function drawnHere(app: HTMLElement): DrawnHere | null {
  const element = document.getElementById('drawn')
  if (element === null) return null
  element.remove()
  const facts = JSON.parse(element.textContent ?? 'null') as DrawnFacts
  if (isForPerson(facts)) return { facts, fits: fitsScreen(facts) }
  app.replaceChildren()
  document.getElementById('drawn-styles')?.remove()
  return null
}

function isForPerson({ session, language }: DrawnFacts): boolean {
  const { user } = session as OutputOf<typeof currentSession>
  if (currentPerson()?.id !== user.id || !isStoredAs(user) || isLocked()) return false
  return language === tagOf(storedLanguage())
}

/** Reports whether this browser would draw the same. */
function fitsScreen({ session, screen }: DrawnFacts): boolean {
  const { user, preferences } = session as OutputOf<typeof currentSession>
  return (
    isSame(preferencesHere(user.id).layout, preferences.layout) &&
    Object.entries(screen.media).every(([query, outcome]) => window.matchMedia(query).matches === outcome) &&
    Object.entries(screen.stored).every(([key, value]) => localStorage.getItem(key) === value) &&
    Object.entries(screen.ofTab).every(([key, value]) => sessionStorage.getItem(key) === value)
  )
}

/**
 * Begins with what the page was drawn from: the session, the answers, and the screen. If the browser draws it otherwise, what the server has
 * drawn stays until that stands.
 */
export function takeOver(app: HTMLElement, { facts: { session, screen, answers }, fits }: DrawnHere): void {
  takeSession(session as OutputOf<typeof currentSession>)
  const updatedAt = Math.min(Date.parse(screen.now), Date.now())
  for (const { key, answer, about, asked } of answers) {
    queryClient.setQueryData(key, answer, { updatedAt })
    noteAbout(queryClient.getQueryCache().find({ queryKey: key, exact: true }), about)
    if (asked !== null) takeAnswer(asked, answer)
  }
  if (!fits) return
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
