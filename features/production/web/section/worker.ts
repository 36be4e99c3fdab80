/** The person who works at this tablet, chosen once per day (C-83). */
import { useState } from 'react'
import { dayOf } from '#kernel/day.ts'
import { rememberPerson } from '#web/tablet/people.ts'

const WORKER = 'section-worker'

const today = (): string => dayOf(new Date().toISOString())

function workerOfToday(): string {
  const [day, name = ''] = (localStorage.getItem(WORKER) ?? '').split('\n')
  return day === today() ? name : ''
}

/** Returns the name that was chosen on this tablet today, or an empty text, and a function that stores another one. */
export function useWorker(): [name: string, choose: (name: string) => void] {
  const [name, setName] = useState(workerOfToday)
  const choose = (chosen: string) => {
    localStorage.setItem(WORKER, `${today()}\n${chosen}`)
    rememberPerson(chosen)
    setName(chosen)
  }
  return [name, choose]
}
