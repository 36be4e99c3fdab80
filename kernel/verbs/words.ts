/** Words that several verbs have, in all languages. */

/** Words for making something new. */
export const NEW: readonly string[] = [
  'νέος',
  'νέα',
  'νέο',
  'καινούργιος',
  'δημιουργία',
  'new',
  'create',
  'add',
].concat(['nuovo', 'nuova', 'crea', 'nuevo', 'nueva', 'crear', 'новый', 'новая', 'создать', 'нови', 'нова', 'ново'])
