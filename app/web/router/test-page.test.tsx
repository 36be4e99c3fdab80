/** Tests that a test of a page fails with what it has not found. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

test('what does not appear ends the waiting, and is named beside what is there', async () => {
  document.body.innerHTML = '<p>here</p>'
  const found = screen.findByText('elsewhere', undefined, { timeout: 20 })
  await expect(found).rejects.toThrow(/elsewhere[^]*<p>/)
})
