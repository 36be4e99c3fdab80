import { expect, test } from 'vitest'
import { oneFullStop } from './end-of-sentence.ts'

test.each([
  ['Η πληρωμή είναι του Δάφνη Ε.Ε..', 'Η πληρωμή είναι του Δάφνη Ε.Ε.'],
  ['Order of Δάφνη Ε.Ε.. It is late.', 'Order of Δάφνη Ε.Ε. It is late.'],
  ['Wait ...', 'Wait ...'],
  ['Wait...', 'Wait...'],
  ['One sentence.', 'One sentence.'],
  ['Δάφνη Ε.Ε., Αθήνα', 'Δάφνη Ε.Ε., Αθήνα'],
])('%s is shown as %s', (text, shown) => {
  expect(oneFullStop(text)).toBe(shown)
})
