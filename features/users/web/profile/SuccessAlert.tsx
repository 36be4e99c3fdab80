import { Alert, Text } from '@mantine/core'
import { Check } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'

/** The time after which a message of success disappears (S3-CON-18). */
const SUCCESS_MS = 3_000

/** A message of success. Each new object shows it again. */
export type Success = { readonly text: string }

/** Shows that something succeeded, in green, and clears itself. */
export function SuccessAlert({ success }: { success: Success | null }) {
  const [cleared, setCleared] = useState<Success | null>(null)
  useEffect(() => {
    if (success === null) return
    const timer = setTimeout(() => setCleared(success), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [success])
  // the element of the role stays, because screen readers announce only what changes inside it
  return (
    <div role="status">
      {success === null || cleared === success ? null : (
        <Alert color="green" variant="light" icon={<Check size={16} aria-hidden />} py="xs">
          <Text size="sm" c="var(--mantine-color-text)">
            {success.text}
          </Text>
        </Alert>
      )}
    </div>
  )
}
