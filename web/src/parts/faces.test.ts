import { describe, expect, test } from "vitest";
import { COLOURS, SHAPES, WORN, anyNumber, faceOfName, faceUnlike, readFace, someFaces, writeFace } from "./faces";

describe("faces", () => {
  test("every face is read as it is written", () => {
    for (let shape = 0; shape < SHAPES; shape++) {
      for (let colour = 0; colour < COLOURS; colour++) {
        for (let worn = 0; worn < WORN; worn++) expect(readFace(writeFace({ shape, colour, worn }))).toEqual({ shape, colour, worn });
      }
    }
  });

  test("a face that this page does not know is drawn as one that it knows", () => {
    for (const text of ["999", "", "x", "12345"]) {
      const { shape, colour, worn } = readFace(text);
      expect(shape < SHAPES && colour < COLOURS && worn < WORN).toBe(true);
    }
  });

  test("people with different names mostly look different, and the same name always looks the same", () => {
    const names = ["Ana", "Rui", "Mei", "Tomás", "Gil", "陳大文", "Bento", "Olive", "Iris", "Lou"];
    const faces = names.map((name) => writeFace(faceOfName(name)));
    expect(new Set(faces).size).toBeGreaterThanOrEqual(9);
    expect(names.map((name) => writeFace(faceOfName(name)))).toEqual(faces);
  });

  test("six faces to choose from have six shapes and six colours", () => {
    for (let times = 0; times < 50; times++) {
      const faces = someFaces(6, anyNumber).map(readFace);
      expect(new Set(faces.map((face) => face.shape)).size).toBe(6);
      expect(new Set(faces.map((face) => face.colour)).size).toBe(6);
    }
  });

  test("another face has a colour that nobody at the table has", () => {
    for (let times = 0; times < 50; times++) {
      const others = someFaces(6, anyNumber);
      const colours = others.map((face) => readFace(face).colour);
      expect(colours).not.toContain(readFace(faceUnlike(others, anyNumber)).colour);
    }
    expect(readFace(faceUnlike(someFaces(8, anyNumber), anyNumber)).shape).toBeLessThan(SHAPES);
  });
});
