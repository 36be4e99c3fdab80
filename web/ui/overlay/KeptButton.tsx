import { type ComponentProps, useState } from 'react'

const refuse = (event: { preventDefault: () => void }): void => event.preventDefault()

/**
 * The element of every button. A button that is disabled while it has the focus keeps it until the person leaves it, such as one that waits for
 * its command: the browser takes the focus from what has the attribute `disabled`, and the next key would begin at the top of the page.
 */
export function KeptButton({
  disabled = false,
  type = 'button',
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ComponentProps<'button'>) {
  const [isFocused, setFocused] = useState(false)
  const isKept = disabled && isFocused
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !isFocused}
      aria-disabled={isKept || rest['aria-disabled']}
      onClick={isKept ? refuse : onClick}
      onFocus={(event) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setFocused(false)
        onBlur?.(event)
      }}
    />
  )
}
