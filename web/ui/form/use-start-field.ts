import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref for the field that has the focus when it is first drawn, if `startsHere` is true then. The person moves it afterwards. */
export function useStartField(startsHere = true): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const first = useRef(startsHere)
  useEffect(() => {
    if (first.current) field.current?.focus()
  }, [])
  return field
}
