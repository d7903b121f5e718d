// jest's counterpart of esbuild's text loader: a .sql, .html or .txt file is a module whose default export is its text.
module.exports = {
  process: (text) => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(text)} };` }),
};
