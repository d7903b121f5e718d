// SQL, HTML, shell and text files are imported as their text: esbuild inlines them (build.js), jest reads all but shell files
// (test/harness/text-file.cjs).
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.html' {
  const text: string;
  export default text;
}
declare module '*.txt' {
  const text: string;
  export default text;
}
declare module '*.bash' {
  const text: string;
  export default text;
}
