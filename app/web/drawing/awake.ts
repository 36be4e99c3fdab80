/** The event with which a page tells that it is awake: it hears presses and keys itself. */
export const AWAKE = 'kerino:awake'
