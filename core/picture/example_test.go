package picture_test

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

func ExamplePicture_SVG() {
	p := &picture.Picture{Width: 40, Height: 20, Unit: picture.Pixel, Title: "a given"}
	p.Rect(0, 0, 20, 20, picture.Style{Stroke: "#000000"})
	p.Write(10, 15, "7", picture.Font{Anchor: picture.Middle})
	fmt.Println(p.SVG())
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20" role="img" font-family="Helvetica, Arial, sans-serif">
	// <title>a given</title>
	// <rect width="40" height="20" fill="#ffffff"/>
	// <path d="M0 0L20 0L20 20L0 20z" fill="none" stroke="#000000" stroke-linejoin="round"/>
	// <text x="10" y="15" font-size="13" text-anchor="middle" fill="#000000">7</text>
	// </svg>
}
