const HAWK =
  'M2 4h15.5C25.3 4 30 8.5 30 15.3c0 3.3-.9 6.2-2.7 8.4.1-3.6-1.6-5.5-4.9-5.5-3.1 0-4.7 1.7-6.2 5L12.8 30.5 2 4Z' +
  'm12.8 6.3 9.5 2.6c-1 1.9-2.9 2.7-5 2.2-2.2-.5-3.8-2.2-4.5-4.8Z';

/** The hawk, in the colour of the text around it. The name always stands beside it, so it says nothing itself. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={HAWK} />
    </svg>
  );
}
