import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#accounts/domain/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { enterCode } from '#web/session.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { useStartField } from '#web/ui/form/use-start-field.ts'

type CodeFormProps = {
  readonly email: string
  readonly signedIn: (user: SessionUser) => void
  /** Asks for the password again, with the problem if the sign-in took too long. */
  readonly back: (problem: unknown) => void
}

/** The second step of a sign-in: the code of an authenticator app, or a recovery code. */
export function CodeForm({ email, signedIn, back }: CodeFormProps) {
  const { t } = useTranslation('frame')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const field = useStartField()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    // a dialog is inside the forms of the page, which must not be submitted with it
    event.stopPropagation()
    if (code.trim() === '' || pending) return field.current?.focus()
    setPending(true)
    setProblem(null)
    try {
      signedIn(await enterCode(code))
    } catch (error) {
      if (error instanceof Refused && error.refusal.code === 'users.sign-in-over') return back(error)
      setProblem(error)
      setCode('')
      setPending(false)
      field.current?.focus()
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('login.code-hint', { email })}
        </Text>
        <TextInput
          ref={field}
          name="code"
          label={t('login.code')}
          required
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          size="md"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <RefusalText error={problem} />
        <Button type="submit" fullWidth size="md" loading={pending}>
          {t('login.submit')}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => back(null)}>
          {t('login.back')}
        </Anchor>
      </Stack>
    </form>
  )
}
